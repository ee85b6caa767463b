import { type IncomingHttpHeaders, request } from 'node:http';

export type HttpAnswer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string };

/** A request to this machine with exactly the given headers, Host included. */
export function send(
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string | string[]>> = {},
  body?: string,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      method,
      path,
      headers,
      agent: false,
      setHost: headers['host'] === undefined,
    };
    const sent = request(options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
