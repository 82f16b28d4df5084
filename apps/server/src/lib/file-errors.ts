/** The system's code of a file error (`ENOENT` …); null for anything else. */
export function fileErrorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}

/** One line for the operator: what is wrong with this file or folder, and what to do. */
export function describeFileError(error: unknown, path: string): string {
  const code = fileErrorCode(error)
  if (code === 'EACCES' || code === 'EPERM') {
    return `No permission to use ${path}. Give this user the right to write there, or set PARLANCE_DATA_DIR to another folder.`
  }
  if (code === 'EROFS') return `${path} is on a read-only disk. Set PARLANCE_DATA_DIR to a folder that can be written.`
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `The disk is full: ${path} cannot be written. Free some space and start again.`
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return `${path} cannot be made: a part of its path is a file. Set PARLANCE_DATA_DIR to a folder.`
  }
  if (code === 'ENOENT' || code === 'ELOOP' || code === 'ENAMETOOLONG') {
    return `${path} cannot be made there. Set PARLANCE_DATA_DIR to another folder.`
  }
  if (code === 'EISDIR') return `${path} is a folder, but must be a file. Move it away and start again.`
  return `${path} cannot be used (${code ?? 'unknown error'}).`
}

/** One line for the user: why this file that they named can't be read. */
export function describeReadError(error: unknown, path: string): string {
  const code = fileErrorCode(error)
  if (code === 'EACCES' || code === 'EPERM') return `No permission to read ${path}.`
  if (code === 'ENOTDIR') return `There is no file ${path}.`
  if (code === 'ELOOP') return `${path} is a link that leads back to itself.`
  if (code === 'ENAMETOOLONG') return 'There is no such file: its name is too long.'
  return `${path} cannot be read (${code ?? 'not a valid file name'}).`
}
