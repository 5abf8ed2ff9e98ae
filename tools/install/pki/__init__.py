"""The venue's CA: who holds which certificate, who may say what at the broker, revocation."""
