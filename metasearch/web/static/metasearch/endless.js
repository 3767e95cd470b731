/* The results of the next page, below those that are there, as soon as somebody comes to the end.
   Where it cannot be had, the link to it stays. */

(() => {
  "use strict";

  const comes = new IntersectionObserver(async (entries) => {
    const link = entries.find((entry) => entry.isIntersecting)?.target;
    if (!link) return;
    comes.unobserve(link);
    const response = await fetch(link.href);
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const results = [...page.querySelectorAll(".batch .result")];
    /* They stand there as they came; the last answer knows their order. */
    const order = [...page.querySelectorAll(".batch")].at(-1)?.dataset.order.split(" ") ?? [];
    const place = (result) => order.indexOf(result.id.slice(1));
    results.sort((one, other) => place(one) - place(other));
    /* Their numbers begin anew on each page: by them only results of the first are found. */
    for (const result of results) result.removeAttribute("id");
    const list = document.createElement("ol");
    list.className = "results";
    list.append(...results);
    const paging = link.closest(".paging");
    paging.before(list);
    const next = page.querySelector(".paging");
    if (next) paging.replaceWith(next);
    else paging.remove();
  });

  /* The link comes with the last answers, and a new one with each page. */
  const watch = () => {
    const link = document.querySelector(".paging a.next");
    if (link) comes.observe(link);
  };
  new MutationObserver(watch).observe(document.documentElement, { childList: true, subtree: true });
  watch();
})();
