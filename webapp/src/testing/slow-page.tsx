/** Returns a lazy route. Its code finishes loading only when `arrive` is called. */
export function slowPage(path: string) {
  let finishLoading = () => {};
  const code = new Promise<void>((resolve) => (finishLoading = resolve));
  const route = {
    path,
    lazy: async () => {
      await code;
      return { element: <h1>Here at last</h1> };
    },
  };
  return { route, arrive: () => finishLoading() };
}
