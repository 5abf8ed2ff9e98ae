"""Cards and deals: the deck, the first deal, the board, draws and stud streets."""
