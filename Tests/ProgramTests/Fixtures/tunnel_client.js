// Pushes over HTTP/2 through a tunnel, with Node's own modules.
//
// usage: node tunnel_client.js PORT
const http = require("http");
const http2 = require("http2");
const tls = require("tls");

const host = "api.push.apple.com";
http.request({ port: process.argv[2], method: "CONNECT", path: `${host}:443` })
    .on("connect", (answer, socket) => {
        const session = http2.connect(`https://${host}`, {
            createConnection: () => tls.connect({ socket, servername: host, ALPNProtocols: ["h2"] }),
        });
        session.on("error", (error) => console.log(error.message));
        const request = session.request({ ":method": "POST", ":path": "/3/device/ab", "apns-topic": "a.b" });
        request.on("response", (fields) => console.log(fields[":status"]));
        request.on("close", () => session.close());
        request.resume();
        request.end('{"aps":{"alert":"x"}}');
    })
    .end();
