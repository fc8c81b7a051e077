"""The studio: a module's law, cases and book in a browser of this machine, edited and judged at once. START HERE.

module_studio.py  what the page asks, as data: a method for each request, over a `Workspace`
page_requests.py  what can be asked
serve.py          the page and its websocket, for browsers of this machine alone
app/              the page's JavaScript, of which `page/studio.js` is made (`app/package.json` says how)
page/             what is sent to browsers as it stands
"""
