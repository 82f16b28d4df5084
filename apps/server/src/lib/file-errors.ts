import { message, type Message } from '@parlance/contract'

/** The system's code of a file error (`ENOENT` …); null for anything else. */
export function fileErrorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}

/** One line for the operator: what is wrong with this file or folder, and what to do. */
export function describeFileError(error: unknown, path: string): string {
  const code = fileErrorCode(error)
  if (code === 'EACCES' || code === 'EPERM') {
    return `No permission to use ${path}. Give this user write access, or set PARLANCE_DATA_DIR to another folder.`
  }
  if (code === 'EROFS') return `${path} is on a read-only disk. Set PARLANCE_DATA_DIR to a writable folder.`
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `Could not write to ${path} because the disk is full. Free some space and start again.`
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return `Could not create ${path} because part of its path is a file. Set PARLANCE_DATA_DIR to a folder.`
  }
  if (code === 'ENOENT' || code === 'ELOOP' || code === 'ENAMETOOLONG') {
    return `Could not create ${path}. Set PARLANCE_DATA_DIR to another folder.`
  }
  if (code === 'EISDIR') return `${path} is a folder, but it must be a file. Move the folder and start again.`
  return `Could not use ${path} (${code ?? 'unknown error'}). Check the path and its permissions.`
}

/** One line for the user: why this file that they named can't be read. */
export function describeReadError(error: unknown, path: string): Message {
  const code = fileErrorCode(error)
  if (code === 'EACCES' || code === 'EPERM')
    return message('No permission to read {path}. Give this user read access.', { path })
  if (code === 'ENOENT' || code === 'ENOTDIR') return message('File not found: {path}. Check the path.', { path })
  if (code === 'ELOOP') return message('{path} is a link that points back to itself. Use the path of a file.', { path })
  if (code === 'ENAMETOOLONG') return message('The name of the file is too long. Check the path.')
  return message('Could not read {path} ({code}). Check the path.', {
    path,
    code: code ?? message('not a valid file name'),
  })
}
