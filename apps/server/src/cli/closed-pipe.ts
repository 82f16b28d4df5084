/**
 * Ignores that the reader of an output closed it early, as `head` does. Without this, the write's error would end the
 * process with a stack trace. The command still ends with its own exit status.
 */
export function ignoreClosedPipe(...outputs: NodeJS.WriteStream[]): void {
  for (const output of outputs) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}
