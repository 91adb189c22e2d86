package jakarta.annotation;

/** Stands in for the annotation that generated code carries. */
public @interface Nullable {}
