// Shows times in the reader's zone; without this script they are UTC, as the page says.
(() => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone || zone === "UTC") {
    return;
  }
  const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
  const two = (number) => String(number).padStart(2, "0");

  function spoken(at) {
    return `${at.getDate()} ${months[at.getMonth()]} ${at.getFullYear()}, ${two(at.getHours())}:${two(at.getMinutes())}`;
  }

  function turn(root) {
    for (const element of root.querySelectorAll("time[datetime]")) {
      const at = new Date(element.dateTime);
      if (element.dataset.turned || Number.isNaN(at.getTime())) {
        continue;
      }
      element.dataset.turned = "1";
      if (element.title) {
        element.title = spoken(at);
      } else {
        element.textContent = spoken(at);
        element.title = `${element.dateTime} (UTC)`;
      }
    }
  }

  turn(document);
  new MutationObserver(() => turn(document)).observe(document.body, { childList: true, subtree: true });
  const said = document.getElementById("zone");
  if (said) {
    said.textContent = `Times are yours (${zone}); in charts they are UTC.`;
  }
})();
