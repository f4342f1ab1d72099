import fc from 'fast-check';

// A change that a property notices needs no smallest example, which may take a minute to find.
fc.configureGlobal({ endOnFailure: true });
