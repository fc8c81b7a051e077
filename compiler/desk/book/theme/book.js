"use strict";
(function () {
  var box = document.getElementById("search"), list = document.getElementById("found"), dark = document.getElementById("dark");
  var places = window.HEXLAW_SEARCH || [];
  function kept(value) { try { if (value !== undefined) localStorage.setItem("hexlaw-theme", value); return localStorage.getItem("hexlaw-theme"); } catch (e) { return null; } }
  var theme = kept();
  if (theme) document.documentElement.setAttribute("data-theme", theme);
  dark.addEventListener("click", function () {
    var isDark = document.documentElement.getAttribute("data-theme") === "dark" ||
      (!document.documentElement.getAttribute("data-theme") && window.matchMedia("(prefers-color-scheme: dark)").matches);
    document.documentElement.setAttribute("data-theme", isDark ? "light" : "dark");
    kept(isDark ? "light" : "dark");
  });
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
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    var links = Array.prototype.slice.call(list.querySelectorAll("a")), at = links.indexOf(document.activeElement);
    if (event.key === "Escape") { box.value = ""; list.hidden = true; box.blur(); }
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
