"""A virtual floor: answers the alerts of a demonstration, as people would, through the pages.

It reads what a phone of the floor is told, and answers what it is shown: most alerts within
seconds, some late, so that an escalation is seen and does not pile up. It knows nothing else.
"""

import json
import random
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

LOOK_S = 1.0
# Times a floor person takes; what is late is longer than `alert_unanswered_s` and is escalated.
TAKE_S, LATE_TAKE_S = (2.0, 5.0), (12.0, 25.0)
DECIDE_S = (6.0, 20.0)  # at the table, after the walk
LATE_SHARE = 0.25  # of the alerts


class Answers:
    """What is to be answered when. Pure: ``due(now_s, shown)`` says what to do now.

    ``shown``: ids of the alerts that stand on the floor's page. A taken alert is accepted later.
    """

    def __init__(self, seed=0):
        self._rng = random.Random(seed)
        self._plan = {}  # alert -> [(time, act)], earliest first

    def due(self, now_s, shown):
        """``[(alert, act)]`` of this moment; each act once."""
        for gone in [a for a in self._plan if a not in shown]:
            del self._plan[gone]
        for alert in shown:
            if alert not in self._plan:
                self._plan[alert] = self._planned(now_s)
        acts = []
        for alert, plan in self._plan.items():
            while plan and plan[0][0] <= now_s:
                acts.append((alert, plan.pop(0)[1]))
        return acts

    def _planned(self, now_s):
        late = self._rng.random() < LATE_SHARE
        take = now_s + self._rng.uniform(*(LATE_TAKE_S if late else TAKE_S))
        return [(take, "take"), (take + self._rng.uniform(*DECIDE_S), "accept")]


class VirtualFloor:
    """Runs ``Answers`` against a gateway at ``url`` on a thread of its own."""

    def __init__(self, url, seed=0):
        self._url, self._answers = url, Answers(seed)
        self._end = threading.Event()
        # No proxy of the environment may stand between a machine and itself.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        self._thread = threading.Thread(target=self._run, name="virtual floor", daemon=True)
        self.start = self._thread.start

    def stop(self):
        """End it; an answer on its way is not waited for."""
        self._end.set()

    def _run(self):
        while not self._end.wait(LOOK_S):
            try:
                self.step(time.monotonic())
            except (urllib.error.URLError, OSError, ValueError):
                continue  # the gateway is away, or asks for a login by now

    def step(self, now_s):
        """Look once, and do what is due."""
        for alert, act in self._answers.due(now_s, self.shown()):
            self.act(alert, act)

    def shown(self):
        """Ids of the urgent alerts on the floor's page, from the first message of its stream."""
        with self._opener.open(self._url + "/floor/stream", timeout=3) as stream:
            for line in stream:
                if line.startswith(b"data: {"):
                    return list(json.loads(line[6:])["alarm"])
        return []

    def act(self, alert, act):
        """Answer as the page does; an alert answered meanwhile is no fault."""
        table, n, k = alert.rsplit("-", 2)
        path = f"/floor/alerts/{urllib.parse.quote(table)}/{n}/{k}"
        data = urllib.parse.urlencode({"act": act}).encode()
        # A change is asked for by a page of the site's own, or refused.
        asked = urllib.request.Request(self._url + path, data, {"Origin": self._url})
        try:
            self._opener.open(asked, timeout=3).close()
        except urllib.error.HTTPError as e:
            if e.code not in (404, 409):
                raise
