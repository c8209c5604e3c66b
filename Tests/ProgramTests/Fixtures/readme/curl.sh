# Name the step, let the backend push, and wait until the notification is there.
curl -fsS "$PUSHRECORDER_API/api/v1/push/marks" -d '{"label":"order is shipped"}'
curl -fsS "$PUSHRECORDER_INGRESS/v1/projects/shop/messages:send" \
    -d '{"message":{"token":"4f2a","notification":{"title":"Order shipped"}}}'
curl -fsS "$PUSHRECORDER_API/api/v1/push/check?wait=5s" \
    -d '{"name":"the buyer is told once","filter":"target:4f2a displays:yes title:shipped","count":1}' |
    grep -q '"holds":true'
