#!/bin/sh
# Make .venv with Feltwire in it, of exactly the packages locked in requirements/ (their hashes are
# checked). Needs Python 3.11 or later with pip, nothing else.
#   tools/dev/setup.sh [EXTRAS]     EXTRAS of pyproject.toml, e.g. "enrol,flash"; those it has stay
set -eu
cd "$(dirname "$0")/../.."
extras=${1:-}

fail() { echo "feltwire: $1" >&2; exit 2; }

good() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

if [ -n "${PYTHON:-}" ]; then
    good "$PYTHON" || fail "PYTHON=$PYTHON is not a Python 3.11 or later; name another one"
    py=$PYTHON
else
    py=
    for p in python3.11 python3 python3.12 python3.13; do
        if good "$p"; then py=$p; break; fi
    done
    [ -n "$py" ] || fail "no Python 3.11 or later found; install one, or name it: make setup PYTHON=/path/to/python3"
fi

hint() {
    # gateway/extras.py, SYSTEM: pyscard is built here. The packages of Debian it wants.
    case ",$extras," in *,enrol,* | *,test,*) ;; *) return 0 ;; esac
    if ! command -v swig >/dev/null 2>&1 || ! command -v gcc >/dev/null 2>&1 ||
        ! [ -e /usr/include/PCSC/winscard.h ]; then
        echo "; pyscard is built here, first: apt-get install gcc libpcsclite-dev pcscd pkg-config python3-dev swig"
    fi
}

make_venv() {
    # With the pip that is there: to unpack Python's own one, which the lock replaces, takes 3 s.
    # Some Debians have pip and no ensurepip, others ensurepip and no pip.
    said=$("$py" -m venv --without-pip .venv 2>&1 &&
        "$py" -m pip --python .venv/bin/python install -q --disable-pip-version-check \
            --require-hashes -r requirements/build.txt 2>&1) && return 0
    rm -rf .venv
    "$py" -m venv .venv >/dev/null 2>&1 && return 0
    rm -rf .venv
    "$py" -m pip --version >/dev/null 2>&1 ||
        fail "$py has neither venv nor pip; install python3-pip (or python3-venv) and run again"
    echo "$said" >&2
    fail "$py can make no virtual environment (see above); is the package index reachable?"
}

if ! good .venv/bin/python || ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
    rm -rf .venv
    echo "feltwire: making .venv with $("$py" --version)"
    make_venv
fi

had=$(cat .venv/.feltwire-extras 2>/dev/null || true)
extras=$(echo "$had,$extras" | tr ',' '\n' | sort -u | sed '/^ *$/d' | tr '\n' ',')
extras=${extras%,}
locks=
for extra in $(echo "$extras" | tr ',' ' '); do
    [ -e "requirements/$extra.txt" ] || fail "there is no extra $extra; there are: $(
        ls requirements | sed -n 's/\.txt$//p' | grep -v -e build -e run | tr '\n' ' ')"
    locks="$locks -r requirements/$extra.txt"
done
want=$(cat pyproject.toml requirements/*.txt | sha256sum; echo "$extras"; pwd)
if [ "$(cat .venv/.feltwire 2>/dev/null || true)" != "$want" ]; then
    echo "feltwire: installing Python packages${extras:+ (with $extras)}; this takes a minute"
    pip="env PIP_DISABLE_PIP_VERSION_CHECK=1 .venv/bin/python -m pip install -qq --no-build-isolation"
    # What is never loaded need not be compiled: of 160 MB of modules the tests load 29. What
    # serves may later be unable to write beside its modules, so there all are compiled now.
    case ",$extras," in *,test,*) pip="$pip --no-compile" ;; esac
    # shellcheck disable=SC2086
    { $pip --require-hashes -r requirements/build.txt &&
        $pip --require-hashes -r requirements/run.txt $locks &&
        $pip --no-deps -e .; } ||
        fail "the Python packages could not be installed (see above)$(hint)"
    # shellcheck disable=SC2086
    .venv/bin/python tools/dev/locked.py build run $(echo "$extras" | tr ',' ' ') || exit 2
    printf '%s\n' "$extras" >.venv/.feltwire-extras
    printf '%s\n' "$want" >.venv/.feltwire
fi
