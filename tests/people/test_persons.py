"""The language a person has chosen goes along to the next screen."""

from gateway.errors import PeopleError
from gateway.people.store import People


def cookies(venue, name, secret):
    answer, connection = venue.open("POST", "/login", {"name": name, "secret": secret})
    found = answer.headers.get_all("set-cookie")
    answer.read()
    connection.close()
    return [c for c in found if c.startswith("lang=")]


def languages(venue):
    return {row["name"]: venue.people.language(row["name"]) for row in venue.people.all()}


def test_a_language_is_the_persons_at_every_screen_and_nobody_elses(venue):
    assert cookies(venue, "a-floor", "318264") == []
    token = venue.token("floor")
    assert venue.ask("GET", "/floor?lang=de", token=token)[0] == 200
    (cookie,) = cookies(venue, "a-floor", "318264")
    assert cookie.startswith("lang=de;") and "Max-Age=31536000" in cookie and "Path=/" in cookie
    assert cookies(venue, "a-dealer", "704613") == []
    venue.ask("GET", "/floor?lang=xx", token=token)
    venue.ask("GET", "/floor", token=token, Accept_Language="es")
    assert cookies(venue, "a-floor", "318264")[0].startswith("lang=de;")


def test_a_device_and_a_visitor_keep_it_for_the_screen_alone(venue):
    before = languages(venue)
    venue.ask("GET", "/login?lang=es")
    code = venue.people.sessions.pair("floor", None, "phone 1", 10**9, "test")
    cookie = venue.ask("GET", f"/pair/{code}")[1]["set-cookie"].partition(";")[0]
    assert venue.ask("GET", "/floor?lang=es", Cookie=cookie)[0] == 200
    assert languages(venue) == before


def test_it_is_kept_with_the_person_and_goes_with_him(tmp_path):
    people = People(tmp_path)
    people.add("anna", "director", "correct horse battery")
    people.add("ben", "floor", "318264")
    people.choose_language("ben", "de")
    people.choose_language("anna", "fr")  # no language of ours
    people.choose_language("cleo", "es")  # nobody
    people.close()
    people = People(tmp_path)
    found = {name: people.language(name) for name in ("anna", "ben", "cleo")}
    assert found == {"anna": None, "ben": "de", "cleo": None}
    people.remove("ben")
    people.add("ben", "floor", "318264")
    assert people.language("ben") is None
    people.close()


def test_a_page_is_shown_when_the_choice_cannot_be_kept(venue, monkeypatch):
    def refuse(*_):
        raise PeopleError("the people's file does not answer")

    monkeypatch.setattr(venue.people, "choose_language", refuse)
    status, headers, page = venue.ask("GET", "/floor?lang=es", token=venue.token("floor"))
    assert status == 200 and headers["set-cookie"].startswith("lang=es;")
