"""Several gateways that share a venue's tables: RabbitMQ between, one PostgreSQL behind."""
