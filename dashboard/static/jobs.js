// Shows how far jobs are while they run. Without this script the page says it when it is loaded again.
(() => {
  const said = document.getElementById("jobs-said");
  const live = () => [...document.querySelectorAll("[data-job]")];
  if (!live().length) {
    return;
  }

  // The list as it is now; the focus stays where it was.
  async function renew() {
    const answer = await fetch(location.pathname + location.search);
    const list = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("jobs");
    if (!answer.ok || !list) {
      return;
    }
    const before = new Map(live().map((item) => [item.id, item.querySelector("h2").textContent]));
    const at = document.activeElement.closest("li[id]");
    document.getElementById("jobs").replaceWith(document.adoptNode(list));
    if (at) {
      document.getElementById(at.id)?.focus();
    }
    const ended = [...before.keys()].map((id) => document.getElementById(id)).filter((item) => item && !item.dataset.job);
    if (ended.length) {
      said.textContent = ended.map((item) => item.querySelector("h2").textContent.replace(/\s+/g, " ")).join(". ");
    }
  }

  function show(job) {
    const item = document.getElementById(`job-${job.id}`);
    const bar = item && item.querySelector("progress");
    if (!bar) {
      return;
    }
    if (job.total) {
      bar.max = job.total;
      bar.value = Math.min(job.done, job.total);
      item.querySelector("[data-share]").textContent = `${Math.floor((100 * bar.value) / job.total)} %`;
    }
    if (job.message) {
      item.querySelector("[data-message]").textContent = job.message;
    }
  }

  const source = new EventSource("/jobs/events");
  source.addEventListener("message", (event) => {
    const jobs = JSON.parse(event.data);
    const states = new Map(jobs.map((job) => [String(job.id), job.state]));
    if (live().some((item) => states.get(item.dataset.job) !== item.dataset.state)) {
      renew();
    } else {
      jobs.forEach(show);
    }
  });
  source.addEventListener("idle", () => source.close());
})();
