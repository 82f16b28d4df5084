import { clsx, type ClassValue } from 'clsx'

/** Joins the class names that apply. */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes)
}
