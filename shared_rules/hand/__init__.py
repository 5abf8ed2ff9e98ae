"""One hand, in rooms: each module holds the handlers of one kind of fact or ruling.

``start`` button, blinds and levels; ``cards`` deck, deals and board; ``betting`` turns, wagers and
folds; ``showdown`` showing, pots and awards; ``floor`` clocks, absence and penalties. Beside them:
the state, where the cards lie, the life of an incident, why ordinary play is regular, what is rare.

A module offers ``HANDLERS``, the events it looks at; ``watch.py`` says in which form, and fixes the
order in which modules see an event. A handler is called ``function(hand, ev)``; when it returns
True the event is taken and later modules do not see it.
"""
