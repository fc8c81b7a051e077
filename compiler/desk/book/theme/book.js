"use strict";
(function () {
  var box = document.getElementById("search"), list = document.getElementById("found"), dark = document.getElementById("dark");
  var side = document.querySelector("details.side"), large = document.getElementById("large");
  var places = window.HEXLAW_SEARCH || [], root = document.documentElement;
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
  function score(place, words) {
    var number = place[1].toLowerCase(), text = place[2].toLowerCase(), sum = 0;
    for (var i = 0; i < words.length; i++) {
      var at = text.indexOf(words[i]);
      if (number === words[i]) sum += 9;
      else if (at === 0) sum += 5;
      else if (at > 0 && /\W/.test(text[at - 1])) sum += 3;
      else if (at > 0 || number.indexOf(words[i]) === 0) sum += 1;
      else return 0;
    }
    return sum + (place[1] === "index" ? 2 : 0);
  }
  function look() {
    var words = box.value.toLowerCase().split(/\s+/).filter(Boolean), hits = [];
    list.textContent = "";
    if (words.length) places.forEach(function (place) { var s = score(place, words); if (s) hits.push([s, place]); });
    hits.sort(function (a, b) { return b[0] - a[0]; });
    hits.slice(0, 30).forEach(function (hit) {
      var item = document.createElement("li"), link = document.createElement("a"), number = document.createElement("b");
      number.textContent = hit[1][1];
      link.href = hit[1][0];
      link.append(number, hit[1][2]);
      item.append(link);
      list.append(item);
    });
    list.hidden = !hits.length;
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
