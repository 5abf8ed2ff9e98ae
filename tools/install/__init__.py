"""Installing a venue: certificates, images, brokers, services, the bill of materials."""
