#!/bin/sh
# Renew the locks in requirements/ from pyproject.toml, with uv: versions stay unless pyproject.toml
# asks for others. Each file names versions and the hashes of every file of them, for Python 3.11 and
# later, and no package index. build.txt and run.txt stand alone; the others come on top of run.txt.
#   tools/dev/lock.sh              after a change of pyproject.toml
#   tools/dev/lock.sh --upgrade    to the newest versions pyproject.toml allows
set -eu
cd "$(dirname "$0")/../.."

if ! [ -x .cache/lock/bin/uv ]; then
    "${PYTHON:-python3}" -m venv .cache/lock
    .cache/lock/bin/python -m pip install -q --disable-pip-version-check uv
fi

compile() { # file made, arguments
    made=$1; shift
    echo "requirements/$made.txt"
    .cache/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-emit-index-url --no-annotate --custom-compile-command "make lock" \
        -o "requirements/$made.txt" "$@" >/dev/null
}

all=.cache/all.txt # every package of every extra: what any two locks must agree on
[ -e $all ] || cat requirements/run.txt requirements/test.txt >$all 2>/dev/null || true
compile build "$@" requirements/build.in
compile ../.cache/all "$@" -c requirements/build.txt --extra test pyproject.toml
compile run -c $all pyproject.toml
run=$(sed -n 's/^\([A-Za-z0-9._-]*\)==.*/--no-emit-package \1/p' requirements/run.txt)
for extra in audit cluster demo docs enrol flash hardware pdf postgres push video test; do
    # shellcheck disable=SC2086
    compile $extra -c $all $run --extra $extra pyproject.toml
done
