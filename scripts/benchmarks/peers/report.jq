# The plain list again, by jq: @html escapes what is put into the strings.
(.request.body.text | fromjson | .aps.alert // .message.notification) as $notification
| .request as $request
| @html "<article id=\"\(.id)\"><h2>\($notification.title)</h2><p>\($notification.body)</p>",
  @html "<p>\(.time) \(.provider) \($request.method) \($request.target) HTTP/\($request.http) \(.response.status)</p><ul>",
  ($request.headers[] | @html "<li>\(.[0]): \(.[1])</li>"),
  @html "</ul><pre>\($request.body.text)</pre><pre>\(.response.body.text)</pre></article>"
