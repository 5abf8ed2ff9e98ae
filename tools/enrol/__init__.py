"""Enrolment: decks and chips on a PC/SC reader. No UID is ever printed or logged."""
