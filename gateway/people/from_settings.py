"""Opens the people the settings name: of this gateway, or of the cluster it belongs to."""

from gateway import extras
from gateway.errors import PeopleError
from gateway.people.store import People


def open_people(settings):
    """The People of the settings. PeopleError with one line."""
    if not settings.cluster_url:
        return People(settings.people_path())
    try:
        from gateway.people.cluster_store import SharedDatabase  # psycopg is an extra
    except ImportError:
        raise PeopleError(extras.missing("PostgreSQL", "postgres")) from None
    return People(SharedDatabase(settings.log_url))
