# Runs "$@", after the first argument, until it ends or until this script's input closes, which it does when the parent dies,
# however it dies. Then has the dump kept, if $DEVNET_CACHE/keep.json asks for it, and deletes $DEVNET_CACHE, which anvil leaves.
# The first argument is a lock file, held until all of that is done; empty for none. It says who holds it and that the end has begun.
lock=$1
shift
if [ -n "$lock" ] && ! (set -C; echo "$$" >"$lock") 2>/dev/null; then
  echo "$lock is held by another devnet or can't be written" >&2
  rm -rf -- "$DEVNET_CACHE"
  exit 75
fi
say_ending() {
  [ ! -e "$lock" ] || echo ending >>"$lock"
}
exec 3<&0
"$@" </dev/null 3<&- &
child=$!
signalled=
trap 'signalled=1; kill "$child" 2>/dev/null' TERM INT HUP
( read -r _ <&3; say_ending; kill "$child" 2>/dev/null ) >/dev/null 2>&1 &
guard=$!
exec 3<&-
wait "$child"
code=$?
# a trapped signal ends the first wait before the child has ended; otherwise a second one would say nothing of use
if [ -n "$signalled" ] && [ "$code" -gt 128 ]; then
  wait "$child" 2>/dev/null
  code=$?
fi
kill "$guard" 2>/dev/null
say_ending
# an anvil that was killed has written nothing or half of it
if [ "$code" -eq 0 ] && [ -e "$DEVNET_CACHE/keep.json" ]; then
  NODE_OPTIONS= "$DEVNET_NODE" "$DEVNET_KEEP" "$DEVNET_CACHE" || code=74
fi
rm -rf -- "$DEVNET_CACHE"
[ -z "$lock" ] || rm -f -- "$lock"
exit "$code"
