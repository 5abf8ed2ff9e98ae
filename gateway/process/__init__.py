"""How a process of ours holds its folder, keeps its files, works in threads and ends."""
