# What the scripts beside it share: a folder that goes away, a free port, programs to end.
# shellcheck shell=bash
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$(mktemp -d)
children=()

clean_up() {
    local child
    for child in "${children[@]}"; do kill "$child" 2>/dev/null || true; done
    for child in "${children[@]}"; do wait "$child" 2>/dev/null || true; done
    rm -rf "$scratch"
}
trap clean_up EXIT
# A signal ends the script, and with it what it has started.
trap "exit 1" INT TERM

# Ends a program with this script.
ends_with() { children+=("$1"); }

# A virtual environment with these packages, made once: receiver_venv NAME PACKAGE…
receiver_venv() {
    local venv=$root/.build/receivers/$1
    shift
    if [ "$(cat "$venv/packages" 2>/dev/null)" != "$*" ]; then
        mkdir -p "$root/.build/receivers"
        python3 -m venv "$venv" >&2
        "$venv/bin/pip" install --quiet --disable-pip-version-check "$@" >&2
        echo "$*" >"$venv/packages"
    fi
    echo "$venv"
}

# A port that nobody has now.
free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# Waits, for two minutes at most, until something answers there.
wait_for() {
    local _
    for _ in $(seq 600); do
        curl -s -o /dev/null "$1" && return
        sleep 0.2
    done
    echo "nobody answers at $1" >&2
    return 1
}

# Runs a command that has to end with status 4; what it says is in refused.log.
refused() {
    local status=0
    "$@" >refused.log 2>&1 || status=$?
    [ "$status" -eq 4 ] || { echo "status $status instead of 4" >&2; cat refused.log >&2; return 1; }
}
