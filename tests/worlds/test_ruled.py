"""What a book itself rules on in a clean hand is no false alert."""

from tools.worlds import judge, record

NUTS = ("showdown.nuts_checked", 8)


def test_an_alert_is_false_unless_the_rules_give_it_for_what_really_happened():
    made = record.record("slow-scan", 54010)
    assert made.truth["ruled"] == [NUTS]
    assert judge.judge(made).alerts == []
    made.truth["ruled"] = []
    assert [a[1:3] for a in judge.judge(made).alerts] == [NUTS]
