"use strict";
// Places of a book for what somebody looks for, best first: those with all of its words, then those with some. A word finds its
// other forms (`stacks`, `stacking`) and longer words that begin like it; headings go before text. A place is a link, a number, a text.
// `same` says what words of the hobby count as (`zoc`).
function hexlawFind(query, places, same) {
  var others = Object.keys(same || {}).sort(function (a, b) { return b.length - a.length; });
  var other = others.length && new RegExp("\\b(?:" + others.join("|") + ")\\b", "g");
  function alike(text) { return other ? text.replace(other, function (word) { return same[word]; }) : text; }
  var idle = /^(a|an|and|by|do|does|for|how|i|in|is|it|may|of|on|or|the|to|what|when|where|which|who)$/;
  function stem(word) {
    var bare = word.replace(/(ss|x|ch|sh)es$/, "$1").replace(/(ies|ied)$/, "y").replace(/([^su])s$/, "$1");
    if (bare.length > 5) bare = bare.replace(/(ing|ed)$/, "").replace(/([bdgmnprt])\1$/, "$1");
    return bare.length > 3 ? bare.replace(/e$/, "") : bare;
  }
  function stems(text) { return (alike(text.toLowerCase()).match(/[a-z0-9\u00c0-\u024f]+/g) || []).map(stem); }
  function worth(word, heading, text) {
    if (heading.indexOf(word) >= 0) return 6;
    if (text.indexOf(word) >= 0) return 3;
    if (word.length < 3) return 0;
    function begins(other) { return other.indexOf(word) === 0; }
    return heading.some(begins) ? 2 : text.some(begins) ? 1 : 0;
  }
  var said = query.trim().toLowerCase(), all = alike(said).split(/\s+/).filter(Boolean);
  var wanted = all.filter(function (word) { return !idle.test(word); });
  wanted = stems((wanted.length ? wanted : all).join(" "));
  if (!wanted.length) return [];
  return places.map(function (place, at) {
    var stop = place[2].indexOf(". "), title = stop < 0 ? place[2] : place[2].slice(0, stop);
    var known = place.stems = place.stems || [stems(title), stems(place[2])], heading = known[0], text = known[1], found = 0, sum = 0;
    wanted.forEach(function (word) {
      var points = worth(word, heading, text);
      if (points) { found++; sum += points; }
    });
    if (place[1].toLowerCase() === said) { found = wanted.length; sum += 40; }
    else if (/..|[0-9]/.test(said) && place[1].toLowerCase().indexOf(said) === 0) { found = wanted.length; sum += 9; }
    if (heading.join(" ") === wanted.join(" ")) sum += 12;
    return { place: place, at: at, share: found / wanted.length, sum: sum / (1 + heading.length / 40) };
  }).filter(function (hit) { return hit.share >= 0.5; }).sort(function (a, b) {
    return b.share - a.share || b.sum - a.sum || a.at - b.at;
  }).map(function (hit) { return hit.place; });
}
if (typeof module === "object") module.exports = hexlawFind;
else (function () {
  var box = document.getElementById("search"), list = document.getElementById("found"), dark = document.getElementById("dark");
  var side = document.querySelector("details.side"), large = document.getElementById("large");
  var index = window.HEXLAW_SEARCH || { places: [], same: {} }, root = document.documentElement;
  // contents: always there beside a wide page, behind a button on a narrow one
  var wide = window.matchMedia("(min-width: 70rem)");
  function fold() { side.open = wide.matches; }
  fold();
  wide.addEventListener("change", fold);
  side.addEventListener("click", function (event) { if (event.target.closest("a")) fold(); });
  // light and dark
  function kept(value) { try { if (value !== undefined) localStorage.setItem("hexlaw-theme", value); return localStorage.getItem("hexlaw-theme"); } catch (e) { return null; } }
  function theme(value) {
    if (value) root.setAttribute("data-theme", value);
    var now = root.getAttribute("data-theme") || (window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    dark.textContent = now === "dark" ? "Light" : "Dark";
    return now;
  }
  theme(kept());
  dark.addEventListener("click", function () { kept(theme(theme() === "dark" ? "light" : "dark")); });
  // pictures: a button opens each, and so does a click on it
  function enlarge(picture) {
    var copy = picture.cloneNode(true), box = picture.viewBox.baseVal, place = large.querySelector("div");
    copy.removeAttribute("id");
    copy.removeAttribute("style");
    copy.setAttribute("width", box.width * Math.max(1, Math.min(2.4, (window.innerWidth - 60) / box.width, (window.innerHeight - 110) / box.height)));
    copy.removeAttribute("height");
    place.replaceChildren(copy);
    large.showModal();
  }
  document.querySelectorAll(".picture > svg").forEach(function (picture) {
    var button = document.createElement("button");
    button.type = "button";
    button.className = "enlarge";
    button.textContent = "\u2922";
    button.setAttribute("aria-label", "enlarge: " + picture.getAttribute("aria-label"));
    button.addEventListener("click", function () { enlarge(picture); });
    picture.addEventListener("click", function () { enlarge(picture); });
    picture.parentNode.append(button);
  });
  large.addEventListener("click", function (event) { if (event.target === large) large.close(); });
  // search
  function look() {
    var hits = hexlawFind(box.value, index.places, index.same).slice(0, 30);
    list.textContent = "";
    hits.forEach(function (place) {
      var item = document.createElement("li"), link = document.createElement("a"), number = document.createElement("b");
      number.textContent = place[1];
      link.href = place[0];
      link.append(number, place[2].slice(0, 150));
      item.append(link);
      list.append(item);
    });
    if (!hits.length) list.textContent = "Nothing found.";
    list.hidden = !box.value.trim();
  }
  box.addEventListener("input", look);
  list.addEventListener("click", function () { list.hidden = true; });
  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey || large.open) return;
    var links = Array.prototype.slice.call(list.querySelectorAll("a")), at = links.indexOf(document.activeElement);
    if (event.key === "Escape") { box.value = ""; list.hidden = true; box.blur(); if (!wide.matches) side.open = false; }
    else if (event.key === "ArrowDown" && !list.hidden) { event.preventDefault(); (links[at + 1] || links[0]).focus(); }
    else if (event.key === "ArrowUp" && !list.hidden) { event.preventDefault(); (links[at - 1] || box).focus(); }
    else if (event.key === "Enter" && document.activeElement === box && links[0]) { links[0].click(); }
    else if (document.activeElement !== box) {
      var turn = { n: "next", p: "prev" }[event.key], link = turn && document.querySelector("a[rel=" + turn + "]");
      if (event.key === "/") { event.preventDefault(); box.focus(); }
      else if (link) link.click();
    }
  });
})();
