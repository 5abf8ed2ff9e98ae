"""Program images: signed, in two areas of the flash, chosen at boot, loaded over the network."""
