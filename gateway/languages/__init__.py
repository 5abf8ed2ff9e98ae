"""The words of the pages in other languages: catalogs, choice of a language, numbers.

The program, its log and its files speak English. A screen tells the same in the language of whoever
looks: text of templates is its own key (``templates.py``), a script asks ``t()`` of
``/static/words.js``, and a sentence the program has made is told again by the pattern it was made
from (``speech.translated``).
"""
