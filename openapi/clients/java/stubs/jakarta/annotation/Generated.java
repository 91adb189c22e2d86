package jakarta.annotation;

/** Stands in for the annotation that generated code carries. */
public @interface Generated {
    String[] value();

    String date() default "";

    String comments() default "";
}
