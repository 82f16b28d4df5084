import { message } from '@parlance/contract'
import { AppError } from './errors.ts'

/** The position of an item in a list by time, and by ID within a millisecond. */
export interface CursorPosition {
  at: string
  id: string
}

/** Writes a position as an opaque text. */
export function encodeCursor({ at, id }: CursorPosition): string {
  return Buffer.from(`${at} ${id}`).toString('base64url')
}

/** @throws AppError bad_request */
export function decodeCursor(cursor: string): CursorPosition {
  const [, at, id] =
    /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([\w-]{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (at === undefined || id === undefined)
    throw new AppError('bad_request', {
      detail: message('The field “cursor” is not valid. Use the next_cursor of the previous page.'),
    })
  return { at, id }
}
