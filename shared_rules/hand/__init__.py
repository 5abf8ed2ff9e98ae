"""One hand, in parts: each module holds the handlers of one kind of fact or ruling.

A module offers ``HANDLERS``, the events it looks at; ``watch.py`` says in which form, and fixes the
order in which modules see an event. A handler is called ``function(hand, ev)``; when it returns
True the event is taken and later modules do not see it.
"""
