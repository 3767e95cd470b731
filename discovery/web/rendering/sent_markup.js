// Gives what pressing Enter in a field, or pressing a control, would send: the markup of its form with
// the controls that stand elsewhere. Called with the element; empty where it sends no form.
(element) => {
  const form = element.form;
  if (!form || element.type === "button" || element.type === "reset") return "";
  const elsewhere = [...form.elements].filter((each) => !form.contains(each)).slice(0, 200);
  const markup = form.outerHTML.slice(0, 500000);
  return markup.replace(/<\/form>\s*$/i, "") + elsewhere.map((each) => each.outerHTML).join("") +
    "</form>";
}
