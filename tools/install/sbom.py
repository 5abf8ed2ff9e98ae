"""The bill of materials: every part of somebody else's that runs in Feltwire, as CycloneDX.

The parts are those of this environment that ``feltwire`` needs, directly or through another, with
the extras a venue may switch on where they are installed; what only the tests need is left out.
Files copied into the tree are told by the ``parts.toml`` beside them.
"""

import importlib.metadata
import json
import subprocess
import sys
import tempfile
import tomllib
from hashlib import sha256
from pathlib import Path

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import DisjunctiveLicense
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.errors import CommandError

ROOT = Path(__file__).parents[2]
OURS = "feltwire"
# all but the tests' and the audit's own
EXTRAS = ("cluster", "demo", "enrol", "flash", "hardware", "postgres", "push")
AUDIT_S = 600


def runtime():
    """The distributions Feltwire needs, as sorted (name, version, names it needs itself).

    A requirement that is not installed is an extra nobody switched on, and is left out. Raises
    CommandError when Feltwire itself is not installed.
    """
    found = {}
    waiting = [(OURS, frozenset(EXTRAS))]
    while waiting:
        name, extras = waiting.pop()
        try:
            dist = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            if name == OURS:
                raise CommandError(f"{OURS} is not installed here; run: make setup") from None
            continue
        needs = dict(_needs(dist, extras))
        version, known = found.get(name, (dist.version, {}))
        fresh = {n: e for n, e in needs.items() if n not in known or not e <= known[n]}
        found[name] = version, known | needs
        waiting += fresh.items()
    del found[OURS]
    return [
        (n, v, sorted(k for k in needs if k in found)) for n, (v, needs) in sorted(found.items())
    ]


def _needs(dist, extras):
    """(name, extras) of what a distribution requires here, with these of its extras."""
    for line in dist.requires or ():
        requirement = Requirement(line)
        marker = requirement.marker
        if marker is None or any(marker.evaluate({"extra": e}) for e in ("", *extras)):
            yield canonicalize_name(requirement.name), frozenset(requirement.extras)


def copied():
    """The parts copied into the tree, as dicts of their ``parts.toml``, each with its path."""
    for path in sorted((ROOT / "gateway").rglob("parts.toml")):
        for part in tomllib.loads(path.read_text())["part"]:
            yield part | {"path": path.parent / part["file"]}


def bill():
    """The bill of materials, as CycloneDX 1.6 JSON text."""
    bom = Bom()
    root = bom.metadata.component = Component(
        name=OURS, version=importlib.metadata.version(OURS), type=ComponentType.APPLICATION
    )
    found = runtime()
    parts = {name: _python_part(name, version) for name, version, _ in found}
    for name, _, needs in found:
        bom.components.add(parts[name])
        bom.register_dependency(parts[name], [parts[n] for n in needs])
    others = [_copied_part(part) for part in copied()]
    bom.components.update(others)
    bom.register_dependency(root, [*parts.values(), *others])
    text = make_outputter(bom, OutputFormat.JSON, SchemaVersion.V1_6).output_as_string(indent=1)
    return text + "\n"


def _python_part(name, version):
    return Component(
        name=name,
        version=version,
        type=ComponentType.LIBRARY,
        bom_ref=f"pypi:{name}",
        purl=PackageURL("pypi", None, name, version),
    )


def _copied_part(part):
    digest = sha256(part["path"].read_bytes()).hexdigest()
    return Component(
        name=part["name"],
        version=part["version"],
        type=ComponentType.LIBRARY,
        bom_ref=part["purl"],
        purl=PackageURL.from_string(part["purl"]),
        licenses=[DisjunctiveLicense(id=part["license"])],
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest)],
    )


def audit(service="pypi", url=None):
    """Known vulnerabilities of the Python parts, asked of a public service by pip-audit.

    Returns (names that were looked up, [(name, version, id, versions that mend it)], names the
    service does not know). ``url`` is that of an OSV service, for ``service="osv"``. Raises
    CommandError when the service cannot be asked.
    """
    pinned = "".join(f"{name}=={version}\n" for name, version, _ in runtime())
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(pinned)
        file.flush()
        command = [sys.executable, "-m", "pip_audit", "-r", file.name, "--no-deps", "--disable-pip"]
        command += [
            "--format",
            "json",
            "--progress-spinner",
            "off",
            "--vulnerability-service",
            service,
        ]
        command += ["--osv-url", url] if url else []
        done = subprocess.run(command, capture_output=True, text=True, timeout=AUDIT_S, check=False)
    try:
        answer = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        last = (done.stderr.strip() or "no answer").splitlines()[-1]
        raise CommandError(f"the vulnerability service could not be asked: {last}") from None
    looked_up = [d["name"] for d in answer if "vulns" in d]
    unknown = [d["name"] for d in answer if "vulns" not in d]
    known = [
        (d["name"], d["version"], v["id"], v["fix_versions"])
        for d in answer
        for v in d.get("vulns", ())
    ]
    return looked_up, known, unknown
