#!/usr/bin/env bash
# A broker on loopback (Debian's mosquitto) and a listener that prints what is published.
#
#   mqtt-broker.sh FOLDER
#
# Prints "listening on PORT", then "TOPIC PAYLOAD" for each message. The login is vakt / hemmelig.
# Ends when its standard input does.
set -euo pipefail
folder=$1
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
printf 'listener %s 127.0.0.1\nallow_anonymous false\npassword_file %s/passwords\npersistence false\nuser %s\n' \
    "$port" "$folder" "$(id -un)" >"$folder/broker.conf"
: >"$folder/passwords"
chmod 600 "$folder/passwords"
mosquitto_passwd -b "$folder/passwords" vakt hemmelig 2>/dev/null
PATH=$PATH:/usr/sbin mosquitto -c "$folder/broker.conf" >"$folder/broker.log" 2>&1 &
broker=$!
listener=
trap 'kill "$broker" $listener 2>/dev/null || true' EXIT
until mosquitto_pub -p "$port" -u vakt -P hemmelig -t ready -m x 2>/dev/null; do
    kill -0 "$broker"
done
mosquitto_sub -p "$port" -u vakt -P hemmelig -t '#' -F '%t %p' &
listener=$!
# The listener hears a retained message as soon as it listens; only then is it said that all is up.
mosquitto_pub -p "$port" -u vakt -P hemmelig -r -t up -m x
echo "listening on $port"
cat >/dev/null
