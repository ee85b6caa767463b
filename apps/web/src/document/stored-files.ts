/** A file as the service has it. */
export type StoredFile = { readonly text: string; readonly version: string };

/** A pipeline's files as they were read or written last: what the next write is based on. */
export type StoredFiles = { readonly document: StoredFile; readonly layout: StoredFile | null };
