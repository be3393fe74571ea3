// Requests to the server. A refused request is an Error whose message is a sentence for the reader.

async function answered(response) {
  if (!response.headers.get("content-type")?.startsWith("application/json")) throw new Error((await response.text()).trim());
  const answer = await response.json();
  if (!response.ok || answer.error) throw new Error(answer.error ?? `The server answers ${response.status}.`);
  return answer;
}

async function request(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Error("The server does not answer: it has probably ended.");
  }
  return answered(response);
}

/** Returns what the server has at api/`path`. */
export function read(path, query = {}) {
  const words = new URLSearchParams(query).toString();
  return request(`api/${path}${words ? `?${words}` : ""}`);
}

/** Asks the server to do something. */
export function change(path, body) {
  return request(`api/${path}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

/** Sends a file, or a text, to the server. */
export function send(path, query, body) {
  return request(`api/${path}?${new URLSearchParams(query)}`, { method: "POST", body });
}

/** Calls `onHeader` with the header of a match whenever it has changed, until that returns true or the page is left. */
export function follow(id, onHeader, onProblem) {
  const events = new EventSource(`api/events?id=${encodeURIComponent(id)}`);
  let version;
  let busy = false;
  let due = false;
  const update = async () => {
    due = true;
    if (busy) return;
    busy = true;
    try {
      while (due) {
        due = false;
        const header = await read("match", { id });
        if (header.version === version) continue;
        version = header.version;
        if (onHeader(header)) events.close();
      }
    } catch (problem) {
      version = undefined;  // what it is then, tells that there is none any more
      onProblem(problem);
    } finally {
      busy = false;
    }
  };
  for (const each of ["message", "error"]) events.addEventListener(each, update);
  window.addEventListener("pagehide", () => events.close());
}
