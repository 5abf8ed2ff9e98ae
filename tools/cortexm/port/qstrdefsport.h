// qstrs of this port are all in its C files
