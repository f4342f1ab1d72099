/** Thrown if the file cannot be decoded as a picture. */
export class BrokenPicture extends Error {
  override readonly name = 'BrokenPicture';
}

/** Thrown if a document cannot be opened without a password. */
export class LockedDocument extends Error {
  override readonly name = 'LockedDocument';
}

/** Thrown if what decodes this format is not installed, or does not know this kind of it. */
export class UnknownPicture extends Error {
  override readonly name = 'UnknownPicture';
}
