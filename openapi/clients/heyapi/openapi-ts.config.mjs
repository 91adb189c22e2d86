/** The client as Node runs it: imports say what file they mean. */
export default {
  input: process.env.PIPKEEPER_DOCUMENT,
  output: { path: "client", module: { extension: ".js" } },
};
