"""A command that publishes heads signs in at the broker as the gateway does."""

from gateway.settings.fields import Settings
from tests.gateway.support import until
from tools.cli import logplace
from tools.install.broker import EmbeddedBroker, quiet
from tools.install.pki import passwords, permissions
from tools.install.pki.ca_folder import named


def test_a_head_is_taken_from_who_signs_in_and_from_nobody_else(tmp_path):
    quiet()
    users = tmp_path / "broker"
    holder = named("feltwire-gateway", permissions.GATEWAY)
    secret = passwords.add(users, holder)
    broker = EmbeddedBroker(passwords=users)
    broker.start()
    try:
        common = {"data_dir": tmp_path, "mqtt_port": broker.port}
        known = Settings(**common, mqtt_user=holder.name, mqtt_password_file=str(secret))
        trouble = []
        send = logplace.publisher(known, trouble.append)
        until(lambda: send("feltwire/7/down/head", b"{}", True), "the broker knows the user")
        trouble.clear()
        assert not logplace.publisher(Settings(**common), trouble.append)("x", b"{}", True)
        assert trouble
    finally:
        broker.stop()
