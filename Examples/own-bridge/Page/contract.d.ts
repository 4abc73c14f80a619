// The contract "Album" of an app, for pages. Generated from the types of the app: do
// not edit this file; generate it again when the types change. The types whose names begin with "Causeway" are
// those of causeway.d.ts.

export type Change =
  | { added: { photo: Photo }; renamed?: never; removed?: never }
  | { renamed: { photo: Photo }; added?: never; removed?: never }
  | { removed: { photo: Photo }; added?: never; renamed?: never };

export interface Details {
  most: number;
}

export interface NewPhoto {
  title: string;
  bytes: number;
}

export interface NewTitle {
  id: string;
  title: string;
}

export interface Photo {
  id: string;
  title: string;
  bytes: number;
}

export interface Stored {
  bytes: number;
  total: number;
}

export interface NotAPicture extends Error {
  readonly name: "NotAPicture";
  readonly code: "NOT_A_PICTURE";
  readonly details: undefined;
}

export interface PhotoMissing extends Error {
  readonly name: "PhotoMissing";
  readonly code: "PHOTO_MISSING";
  readonly details: undefined;
}

export interface PhotoTooLarge extends Error {
  readonly name: "PhotoTooLarge";
  readonly code: "PHOTO_TOO_LARGE";
  readonly details: Details;
}

/** The events that the app sends. Each function adds a listener, and returns a function that removes it. */
export interface AlbumEvents {
  /** A page or the app has changed the album. */
  changed(listener: (data: Change) => void): () => void;
}

/** The page's handlers for the calls of the app. */
export interface AlbumHandlers {}

/** The classes of the app's errors, for `instanceof`. */
export interface AlbumErrors {
  readonly NotAPicture: new (reason: { code: "NOT_A_PICTURE"; message: string }) => NotAPicture;
  readonly PhotoMissing: new (reason: { code: "PHOTO_MISSING"; message: string }) => PhotoMissing;
  readonly PhotoTooLarge: new (reason: { code: "PHOTO_TOO_LARGE"; message: string; details: Details }) => PhotoTooLarge;
}

/** The app: `causeway.connect<Album>()`. */
export interface Album {
  readonly photos: {
    /**
     * Stores a photo.
     * @throws {NotAPicture}
     * @throws {PhotoTooLarge}
     */
    add(parameters: NewPhoto, source: CausewaySource, options?: CausewayUploadOptions<Stored>): Promise<Photo>;
    /**
     * The picture of the photo with this id.
     * @throws {PhotoMissing}
     */
    picture(parameters: string, options?: CausewayCallOptions): Promise<ArrayBuffer>;
    /**
     * Removes the photo with this id.
     * @throws {PhotoMissing}
     */
    remove(parameters: string, options?: CausewayCallOptions): Promise<void>;
    /**
     * Gives a photo another title.
     * @throws {PhotoMissing}
     */
    rename(parameters: NewTitle, options?: CausewayCallOptions): Promise<Photo>;
    /** The photos whose titles contain all of the words: now, and again after each change. */
    search(parameters: string, options?: CausewayStreamOptions): AsyncIterableIterator<Photo[]>;
  };
  /** Adds listeners for the events of the app. */
  readonly on: AlbumEvents;
  /** Sets the page's handlers for the calls of the app. */
  handle(handlers: AlbumHandlers): void;
  /** The classes of the app's errors. */
  readonly errors: AlbumErrors;
}
