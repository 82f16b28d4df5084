import { clsx, type ClassValue } from 'clsx'

/** Joins the class names that hold. */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes)
}
