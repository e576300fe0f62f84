export type Ask = () => Promise<number>

/** Calls with the token, and returns the status once the complete answer has arrived. */
export const asker =
  (url: string, token: string) =>
  (path: string, body?: object): Ask =>
  async () => {
    const response = await fetch(url + path, {
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    })
    await response.arrayBuffer()
    return response.status
  }
