// The level and the moves are stored in the address, after the #, so that a link shares them and a reload keeps them.

function writeAddress() {
  const bytes = new TextEncoder().encode(JSON.stringify([game.text, game.moves]));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  history.replaceState(null, "", `${location.pathname}${location.search}#${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`);
}

// {text, moves}; null if the address has none.
function readAddress() {
  try {
    const bytes = Uint8Array.from(atob(location.hash.slice(1).replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const [text, moves] = JSON.parse(new TextDecoder().decode(bytes));
    return typeof text === "string" && Array.isArray(moves) ? {text, moves} : null;
  } catch {
    return null;
  }
}

// POSTs to the server; throws an Error with the server's message if it refuses.
async function request(path, body, signal) {
  const token = new URLSearchParams(location.search).get("token") ?? "";
  const headers = {"Content-Type": "application/json", "X-Token": token};
  const response = await fetch(path, {method: "POST", headers, body: JSON.stringify(body), signal});
  if (!response.ok) throw new Error((await response.json().catch(() => ({error: "The board is busy: try again soon."}))).error);
  return response;
}

const received = async (path, body) => (await request(path, body)).json();
